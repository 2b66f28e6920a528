/** Stands in for stylesheets and images in component tests. */
export {};
