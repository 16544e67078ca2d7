/** Joins the class names that are there. */
export const classNames = (...names: (string | false | undefined | null)[]): string => names.filter(Boolean).join(' ')
