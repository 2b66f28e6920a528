/**
 * A PatternFly package whose modules load on first use. Its index would load every component, or 1,900 icons, in each test
 * file.
 */
exports.lazy = (load, modules) =>
  new Proxy(
    { __esModule: true },
    {
      get: (known, key) =>
        known[key] ?? load(modules[key]?.replace('dist/dynamic', 'dist/js') ?? 'dist/js')[key],
    },
  );
