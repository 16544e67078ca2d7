import { FieldsGallery } from '@tavla/app-shell/gallery'
import { GalleryPage } from './GalleryPage.tsx'

/** Every field type × empty, filled, read-only and invalid, in both directions and themes; for development only. */
export const Fields = () => (
  <GalleryPage>
    <FieldsGallery />
  </GalleryPage>
)
