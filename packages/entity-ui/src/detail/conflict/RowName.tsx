import { Text } from '@tavla/i18n/react'
import type { RowChange, RowPlace } from './row-changes.ts'
import { SideValue } from './SideValue.tsx'

/** A row as people know it: its number and its first value. */
export function RowName({ place: { number, name } }: { place: RowPlace }) {
  return (
    <>
      <Text source="Row {n}" args={{ n: number }} />
      {name && (
        <>
          {'\u00a0· '}
          <bdi>
            <SideValue {...name} />
          </bdi>
        </>
      )}
    </>
  )
}

/** The changed rows behind a sentence about them. */
export function RowNames({ changes }: { changes: readonly RowChange[] }) {
  return changes.map(({ key, place }, index) => (
    <span key={key}>
      {index === 0 ? ': ' : ', '}
      <RowName place={place} />
    </span>
  ))
}
