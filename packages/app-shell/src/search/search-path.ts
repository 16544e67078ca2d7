/** Address of the page with all that a text finds, of one entity or of all. */
export const searchPath = (text: string, entity?: string): string =>
  `/search?${new URLSearchParams({ text, ...(entity !== undefined && { entity }) })}`
