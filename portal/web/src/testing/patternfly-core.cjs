const { lazy } = require('./patternfly.cjs');

module.exports = lazy(
  (path) => require(`@patternfly/react-core/${path}`),
  require('@patternfly/react-core/dist/dynamic-modules.json'),
);
