/** The sizes of buttons and icons (spec §9). */
export type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

/** Side of an icon in pixels, inside a control of that size. */
export const ICON_PIXELS: Readonly<Record<Size, number>> = { xs: 12, sm: 14, md: 16, lg: 18, xl: 20 }
