import { useI18n } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { productName } from './product.ts'
import { usePlace } from './usePlace.ts'

/** Keeps the window's title: the id if there is one, its name, the place, the product. */
export function usePageTitle(): void {
  const { t } = useI18n()
  const { title, id, mark } = usePlace()
  const name = mark?.name === id ? undefined : mark?.name
  useEffect(() => {
    document.title = [id, name, title && t(title), productName].filter(Boolean).join(' · ')
  }, [t, title, id, name])
}
