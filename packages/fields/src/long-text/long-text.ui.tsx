import { longTextUi } from '../long-text-ui.tsx'

export default longTextUi('Long Text', 6)
