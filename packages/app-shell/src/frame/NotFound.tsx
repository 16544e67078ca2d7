import { Text } from '@tavla/i18n/react'
import { EmptyState, Link } from '@tavla/ui'

/** For an unknown address. */
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
