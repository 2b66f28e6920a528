const { lazy } = require('./patternfly.cjs');

module.exports = lazy(
  (path) => require(`@patternfly/react-icons/${path}`),
  require('@patternfly/react-icons/dist/dynamic-modules.json'),
);
