import { Text } from '@tavla/i18n/react'
import { EmptyState, Link } from '@tavla/ui'

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <EmptyState
      kind="notFound"
      title={<Text source="Page not found" />}
      action={
        <Link href="/app">
          <Text source="Home" />
        </Link>
      }
    />
  )
}
