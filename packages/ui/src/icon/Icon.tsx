import { type CSSProperties, useEffect, useState } from 'react'
import { bundledIcons } from './bundled.ts'
import { Glyph, type GlyphProps } from './Glyph.tsx'
import { findIcon, iconAddress, isKnownIcon } from './remote-icons.ts'

export interface IconProps extends Omit<GlyphProps, 'path' | 'isDirectional'> {
  /** A Material Symbols name; an unknown one is drawn as one neutral icon (contract 1.1). */
  name: string | null | undefined
}

const directional =
  /^(arrow_(back|forward|left|right)|chevron_|keyboard_arrow_(left|right)|first_page|last_page|logout|login|open_in_new|undo|redo|reply|forward|send|side_navigation|list|sort|toc|notes|segment|subject|trending)/

const neutral = 'category'

/** A Material Symbol by name: the frame's icons are at hand, any other is fetched when first drawn. */
export function Icon({ name, ...glyph }: IconProps) {
  const path = bundledIcons[name ?? neutral]
  if (path !== undefined) return <Glyph {...glyph} path={path} isDirectional={directional.test(name ?? '')} />
  return <RemoteIcon key={name} {...glyph} name={name ?? neutral} />
}

function RemoteIcon({ name, ...glyph }: IconProps & { name: string }) {
  const [isFound, setFound] = useState(() => isKnownIcon(name))

  useEffect(() => {
    if (isFound !== undefined) return
    let isCurrent = true
    void findIcon(name).then((found) => isCurrent && setFound(found))
    return () => {
      isCurrent = false
    }
  }, [name, isFound])

  if (isFound === false) return <Glyph {...glyph} path={bundledIcons[neutral] ?? ''} />
  const label = glyph.label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': glyph.label }
  const mask = isFound ? ({ '--icon': `url("${iconAddress(name)}")` } as CSSProperties) : undefined
  return (
    <span
      className={glyph.className === undefined ? 'icon' : `icon ${glyph.className}`}
      data-size={glyph.size ?? 'medium'}
      data-remote={isFound === true || undefined}
      data-directional={directional.test(name) || undefined}
      style={mask}
      {...label}
    />
  )
}
