/** The text of a mail's HTML; what has no tags is text already. Nothing of it is loaded or run. */
export function plainText(content: string): string {
  if (!/<[a-z!/]/i.test(content)) return content.trim()
  const { body } = new DOMParser().parseFromString(withoutLooks(content), 'text/html')
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove()
  for (const line of body.querySelectorAll('br, p, div, li, tr, h1, h2, h3')) line.append('\n')
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n')
  // Line by line: an expression that looks for the blanks before a line's end takes seconds for a long run of them elsewhere.
  const lines = (body.textContent ?? '').split('\n').map((line) => line.trimEnd())
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** HTML whose looks stand in `data-look`: the page's policy takes none from attributes, and complains of each it parses. */
export const withoutLooks = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, ' data-look='))
