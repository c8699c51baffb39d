export const LINKS = '/links';
