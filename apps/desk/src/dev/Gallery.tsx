import { Actions } from './Actions.tsx'
import { Controls } from './Controls.tsx'
import { GalleryPage } from './GalleryPage.tsx'
import { Overlays } from './Overlays.tsx'
import { Shows } from './Shows.tsx'

/** Every component of the design system, in both directions and themes; for development only. */
export const Gallery = () => (
  <GalleryPage>
    <Actions />
    <Controls />
    <Shows />
    <Overlays />
  </GalleryPage>
)
