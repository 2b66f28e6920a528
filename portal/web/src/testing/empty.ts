/** What stylesheets and pictures are to a component test. */
export {};
