/** Puts the page that viewer and report share in place of `<!--REVIEW-->`. */
export function fillPage(html: string): string;
