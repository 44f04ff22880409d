type MenuParts = typeof import('radix-ui/dropdown-menu')

let loading: Promise<MenuParts> | undefined
let loaded: MenuParts | undefined

/** The components of menus, including positioning and focus: 25 kB that a page does not need at first. */
export async function loadMenuParts(): Promise<MenuParts> {
  loading ??= import('radix-ui/dropdown-menu')
  try {
    loaded = await loading
    return loaded
  } catch (error) {
    // A temporary failure: another request may succeed.
    loading = undefined
    throw error
  }
}

/** The same, if it is already loaded. */
export const loadedMenuParts = (): MenuParts | undefined => loaded
