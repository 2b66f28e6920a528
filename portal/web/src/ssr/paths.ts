/** The pages that the server renders: those that people open first. */
export const paths = ['/', '/login', '/admin/login'] as const;
