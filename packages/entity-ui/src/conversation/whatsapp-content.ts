/** The kind of message that carries a file of this type. */
export function kindOfFile(mime: string): string {
  const [group = ''] = mime.split('/')
  return ['image', 'video', 'audio'].includes(group) ? group : 'document'
}

/** The numbers of the placeholders in a template's texts, each once. */
export const placeholdersIn = (text: string): number =>
  new Set([...text.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => number)).size

/** A template's text with its placeholders filled; one without a value stays as it is. */
export const fillTemplate = (body: string, parameters: readonly string[]): string =>
  body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (all, number: string) => parameters[Number(number) - 1]?.trim() || all)
