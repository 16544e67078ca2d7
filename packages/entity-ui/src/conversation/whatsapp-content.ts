/** The kind of message that sends a file of this type. */
export function kindOfFile(mime: string): string {
  const [group = ''] = mime.split('/')
  return ['image', 'video', 'audio'].includes(group) ? group : 'document'
}

/** The number of different placeholders in a template's text. */
export const placeholdersIn = (text: string): number =>
  new Set([...text.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => number)).size

/** A template's text with its placeholders filled; placeholders without a value stay. */
export const fillTemplate = (body: string, parameters: readonly string[]): string =>
  body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (all, number: string) => parameters[Number(number) - 1]?.trim() || all)
