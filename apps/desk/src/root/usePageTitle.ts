import { useI18n } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { productName } from './product.ts'
import { usePlace } from './usePlace.ts'

/** Keeps the window's title: the place, the id if there is one, the product. */
export function usePageTitle(): void {
  const { t } = useI18n()
  const { title, id } = usePlace()
  useEffect(() => {
    document.title = [id, title && t(title), productName].filter(Boolean).join(' · ')
  }, [t, title, id])
}
