import { longTextUi } from '../long-text-ui.tsx'

export default longTextUi('Long Text', 'שורה ראשונה בעברית.\nA second line in English.\nשורה שלישית עם מספר 1,234.')
