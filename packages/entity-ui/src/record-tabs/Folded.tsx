import { Text } from '@tavla/i18n/react'
import { Button, useIsOnPaper } from '@tavla/ui'
import { type ReactNode, useState } from 'react'

interface FoldedProps {
  text: string
  /** Length of the visible beginning, in characters. */
  length?: number
  /** Renders the visible text, if it is more than plain text. */
  draw?: (text: string) => ReactNode
}

/** A text that shows its beginning until the user asks for the rest; printed in full. */
export function Folded({ text, length = 280, draw }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  const isOnPaper = useIsOnPaper()
  const isLong = text.length > length || text.split('\n', 6).length > 5
  const isFolded = isLong && !isOpen && !isOnPaper
  const shown = isFolded ? text.slice(0, length * 2) : text
  return (
    <div className="folded">
      <div className="folded-text" dir="auto" data-folded={isFolded || undefined}>
        {draw ? draw(shown) : shown}
      </div>
      {isLong && (
        <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text source={isOpen ? 'Less' : 'More'} />
        </Button>
      )}
    </div>
  )
}
