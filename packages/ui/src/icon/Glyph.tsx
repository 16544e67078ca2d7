import './icon.css'

export interface GlyphProps {
  path: string
  size?: 'small' | 'medium' | 'large' | undefined
  /** True for arrows and similar icons, which are mirrored from right to left. */
  isDirectional?: boolean
  /** The accessible name; without one the picture is decoration. */
  label?: string | undefined
  className?: string | undefined
}

/** One path on the grid of the icon font, in the colour of the text around it. */
export function Glyph({ path, size = 'medium', isDirectional = false, label, className }: GlyphProps) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label where it is not decoration
    <svg
      className={className === undefined ? 'icon' : `icon ${className}`}
      data-size={size}
      data-directional={isDirectional || undefined}
      viewBox="0 -960 960 960"
      {...name}
    >
      <path d={path} />
    </svg>
  )
}
