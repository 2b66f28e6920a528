/** The page with the contact details of support. */
export const SUPPORT_PATH = '/support';
