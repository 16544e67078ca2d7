import { Text } from '@tavla/i18n/react'
import { differingLines } from './differing-lines.ts'

/** A value before and after, side by side, with the lines that differ marked. */
export function ValueDifference({ before, after }: { before: unknown; after: unknown }) {
  const [then, now] = differingLines(linesOf(before), linesOf(after))
  return (
    <div className="value-difference">
      {(
        [
          ['Before', then],
          ['After', now],
        ] as const
      ).map(([label, lines]) => (
        <section key={label} aria-label={label}>
          <h4>
            <Text source={label} />
          </h4>
          <pre dir="ltr">
            {lines.map(({ text, isOther }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <span key={index} data-other={isOther || undefined}>
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      ))}
    </div>
  )
}

const linesOf = (value: unknown): string[] =>
  value === undefined || value === null ? [] : JSON.stringify(value, null, 2).split('\n')
