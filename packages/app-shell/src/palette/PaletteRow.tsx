import { Icon, keyNames } from '@tavla/ui'
import { Fragment, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { Marked } from './Marked.tsx'
import type { PaletteEntry } from './palette-entries.ts'

interface PaletteRowProps {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onPoint: () => void
  onChoose: (isNewTab: boolean) => void
}

/** An option of the palette; the focus stays in its text box. */
export function PaletteRow({ id, entry, isActive, onPoint, onChoose }: PaletteRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { icon, title, match = [], details = [], keys } = entry
  // Keys go to the text box.
  const handlers = {
    onPointerMove: () => !isActive && onPoint(),
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => onChoose(event.ctrlKey || event.metaKey),
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
    <div ref={row} id={id} role="option" aria-selected={isActive} className="palette-row" {...handlers}>
      <Icon name={icon} />
      <span className="palette-title cut">
        <Marked text={title} match={match} />
      </span>
      <span className="palette-details cut">
        {details.map((detail, at) => (
          <Fragment key={detail}>
            {at > 0 && ' · '}
            <bdi>{detail}</bdi>
          </Fragment>
        ))}
      </span>
      {keys !== undefined && (
        <span className="palette-keys" dir="ltr">
          {keyNames(keys).map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </span>
      )}
      {isActive && keys === undefined && (
        <span aria-hidden="true" dir="ltr">
          <kbd>{keyNames('Enter')}</kbd>
        </span>
      )}
    </div>
  )
}
