export { figureText, shareText, sparklineOf } from './figure-text';
export { readShopFigures } from './read-shop-figures';
export { shopFigureList } from './shop-figure-list';
export { SHOP_FIGURE_DEFINITIONS, SHOP_FIGURES, type ShopFigure, type ShopFigureName } from './shop-figures';
