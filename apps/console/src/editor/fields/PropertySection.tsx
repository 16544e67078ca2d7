import { Text } from '@tavla/i18n/react'
import type { ReactNode } from 'react'

interface PropertySectionProps {
  /** English source text. */
  title: string
  context?: string
  children: ReactNode
}

/** Some properties of a field under a heading of their own. */
export function PropertySection({ title, context, children }: PropertySectionProps) {
  return (
    <section className="field-property-section">
      <h3>
        <Text source={title} context={context} />
      </h3>
      {children}
    </section>
  )
}
