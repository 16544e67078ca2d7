export const isTicked = (value: unknown): boolean => value === 1 || value === '1' || value === true
