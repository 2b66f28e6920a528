/** Stands in for the build's treatment of pictures: a picture is its name. */
const { basename } = require('node:path');

module.exports = {
  process: (_, path) => ({
    code: `exports.__esModule = true; exports.default = ${JSON.stringify(basename(path))};`,
  }),
};
