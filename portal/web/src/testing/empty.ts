/** Replaces stylesheets and images in component tests. */
export {};
