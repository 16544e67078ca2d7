/** The text of a mail's HTML; content without tags stays as it is. Nothing in it is loaded or run. */
export function plainText(content: string): string {
  if (!/<[a-z!/]/i.test(content)) return content.trim()
  const { body } = new DOMParser().parseFromString(withoutLooks(content), 'text/html')
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove()
  for (const line of body.querySelectorAll('br, p, div, li, tr, h1, h2, h3')) line.append('\n')
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n')
  // Line by line: a regular expression for blanks before the end of a line takes seconds on a long run of
  // blanks elsewhere.
  const lines = (body.textContent ?? '').split('\n').map((line) => line.trimEnd())
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * HTML with its styles moved to `data-look`: the page's policy forbids style attributes, and the browser
 * reports each one that it parses.
 */
export const withoutLooks = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, ' data-look='))
