/** The page that says how people are reached. */
export const SUPPORT_PATH = '/support';
