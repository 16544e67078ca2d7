import { useAppState } from '../boot/app-state.ts'

/** The product's name, the same in every language. */
const productName = 'Tavla'

/** The site's own name, or the product's. */
export const useSiteName = (): string => useAppState().session?.site_title || productName
