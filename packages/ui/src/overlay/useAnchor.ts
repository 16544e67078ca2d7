import { type CSSProperties, useId } from 'react'

/** Styles that tie a panel in the top layer to its anchor; the browser keeps the panel in place and in view. */
export function useAnchor(): { anchor: CSSProperties; panel: CSSProperties } {
  const name = `--a${useId().replace(/[^a-z0-9]/gi, '')}`
  return { anchor: { anchorName: name }, panel: { positionAnchor: name } }
}
