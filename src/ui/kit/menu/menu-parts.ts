type MenuParts = typeof import('radix-ui/dropdown-menu')

let loading: Promise<MenuParts> | undefined
let loaded: MenuParts | undefined

/** What menus are made of, with all that places them and holds the focus: 25 kB that a page can be shown without. */
export async function loadMenuParts(): Promise<MenuParts> {
  loading ??= import('radix-ui/dropdown-menu')
  try {
    loaded = await loading
    return loaded
  } catch (error) {
    // Away for the moment: asking again may bring it.
    loading = undefined
    throw error
  }
}

/** The same, if it is here already. */
export const loadedMenuParts = (): MenuParts | undefined => loaded
