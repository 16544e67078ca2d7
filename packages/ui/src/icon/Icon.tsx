import { useEffect, useState } from 'react'
import { bundledIcons } from './bundled.ts'
import { Glyph, type GlyphProps } from './Glyph.tsx'
import { findIcon, knownIcon } from './remote-icons.ts'

export interface IconProps extends Omit<GlyphProps, 'path' | 'isDirectional'> {
  /** A Material Symbols name; an unknown one is drawn as one neutral icon (reference: metadata, Definition). */
  name: string | null | undefined
}

const directional =
  /^(arrow_(back|forward|left|right)|chevron_|keyboard_arrow_(left|right)|first_page|last_page|logout|login|open_in_new|undo|redo|reply|forward|send|side_navigation|list|sort|toc|notes|segment|subject|trending)/

const neutral = 'category'

/** Lets the icons of a part be drawn at once; call it where the part's code begins. */
export function addIcons(icons: Readonly<Record<string, string>>): void {
  Object.assign(bundledIcons, icons)
}

/** A Material Symbol by name: the frame's icons are bundled, any other is fetched when first drawn. */
export function Icon({ name, ...glyph }: IconProps) {
  const path = bundledIcons[name ?? neutral]
  if (path !== undefined) return <Glyph {...glyph} path={path} isDirectional={directional.test(name ?? '')} />
  return <RemoteIcon key={name} {...glyph} name={name ?? neutral} />
}

/** Its place stays empty while the icon loads; the neutral icon stands in while it cannot be fetched. */
function RemoteIcon({ name, ...glyph }: IconProps & { name: string }) {
  const [path, setPath] = useState(() => knownIcon(name))
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    if (path !== undefined) return
    const end = new AbortController()
    const look = () =>
      void findIcon(name).then((found) => {
        if (end.signal.aborted) return
        setPath(found)
        setAway(found === undefined)
      })
    const patience = setTimeout(() => setAway(true), maxWait)
    addEventListener('online', look, { signal: end.signal })
    look()
    return () => {
      clearTimeout(patience)
      end.abort()
    }
  }, [name, path])

  if (typeof path === 'string') return <Glyph {...glyph} path={path} isDirectional={directional.test(name)} />
  return <Glyph {...glyph} path={path === null || isAway ? (bundledIcons[neutral] ?? '') : ''} />
}

/** How long the place of an icon may stay empty, in milliseconds. */
const maxWait = 1000
