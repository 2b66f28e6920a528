/**
 * A package of PatternFly whose modules are loaded when a test uses them: its index loads every component, or 1,900 icons,
 * for each file of tests.
 */
exports.lazy = (load, modules) =>
  new Proxy(
    { __esModule: true },
    {
      get: (known, key) =>
        known[key] ?? load(modules[key]?.replace('dist/dynamic', 'dist/js') ?? 'dist/js')[key],
    },
  );
