import { useState } from 'react'
import type { PillColor } from './Pill.tsx'
import './pill.css'
import './show.css'

export interface AvatarProps {
  /** Address of the picture. */
  image?: string | null | undefined
  name: string
  id: string
  size?: 'small' | 'medium' | 'large'
  /** Colour behind the initials, instead of the default one. */
  color?: PillColor | undefined
}

/** A person's picture, or the initials; decoration, since the name stands beside it or on the button around it. */
export function Avatar({ image, name, id, size = 'medium', color }: AvatarProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="avatar" data-size={size} data-color={color} aria-hidden="true">
      {image && !isBroken ? (
        <img src={image} alt="" referrerPolicy="strict-origin" onError={() => setBroken(true)} />
      ) : (
        <bdi>{initialsOf(name, id)}</bdi>
      )}
    </span>
  )
}

/**
 * First letters of the first and last word, in upper case; without a name the first letter of the id
 * (reference: screens, Frame). Brackets and quotation marks around a word are none of its letters.
 */
export function initialsOf(name: string, id: string): string {
  const words = name
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
  const letters = words.length === 0 ? [id] : words.length === 1 ? words : [words[0] ?? '', words.at(-1) ?? '']
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
