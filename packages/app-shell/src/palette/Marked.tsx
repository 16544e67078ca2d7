interface MarkedProps {
  text: string
  /** Ranges of the text, as start and end in UTF-16 units, in order. */
  match: readonly (readonly [start: number, end: number])[]
}

/** A text whose found parts stand out. */
export function Marked({ text, match }: MarkedProps) {
  const parts = match.map(([start, end], at) => (
    <span key={start}>
      {text.slice(match[at - 1]?.[1] ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
    </span>
  ))
  return (
    <bdi className="marked">
      {parts}
      {text.slice(match.at(-1)?.[1] ?? 0)}
    </bdi>
  )
}
