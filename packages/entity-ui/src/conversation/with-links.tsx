import type { ReactNode } from 'react'

/** Makes links of the addresses in a text. */
export function withLinks(text: string): ReactNode {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <a key={index} className="text-link" href={part} target="_blank" rel="noopener noreferrer" dir="ltr">
        {part}
      </a>
    ),
  )
}
