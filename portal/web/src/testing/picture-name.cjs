/** Replaces each image by its file name in tests. */
const { basename } = require('node:path');

module.exports = {
  process: (_, path) => ({
    code: `exports.__esModule = true; exports.default = ${JSON.stringify(basename(path))};`,
  }),
};
