/** Chinese texts of PricingPolicy. */
export const pricingPolicyInChinese: Readonly<Record<string, string>> = {
  'A way to pay for a SKU: on demand, reserved or spot, and its price.':
    '规格的一种计费方式（按量、包周期或竞价）及其价格。',
  'a reserved term is counted in days or more; use unit Day, Week, Month or Year':
    '包周期以天或更长的时间为单位，请把 `unit` 设为 `Day`、`Week`、`Month` 或 `Year`',
  'OnDemand is billed by the second while the machine runs; Reserved is prepaid for a term; Spot is billed like OnDemand but can be interrupted when the capacity is needed. Immutable.':
    '`OnDemand`（按量）：实例运行期间按秒计费。`Reserved`（包周期）：预付整个周期。`Spot`（竞价）：计费同 `OnDemand`，资源紧张时可能被中断。不能修改。',
  'cannot be changed, because machines were ordered with it; create another PricingPolicy':
    '不能修改，因为已有实例用它下单；请创建新的 PricingPolicy',
  'Price of one SKU per unit of time: a decimal number as a string, with at most 6 decimals, for example "7.80".':
    '一份规格每单位时间的价格，字符串形式的十进制数，最多六位小数，例如 `"7.80"`。',
  'must be a decimal number in quotation marks with at most 9 digits before and 6 after the point, for example "7.80"':
    '必须是带引号的十进制数，整数部分最多 9 位，小数部分最多 6 位，例如 `"7.80"`',
  'must be above zero': '必须大于零',
  'Currency of the price.': '价格的币种。',
  'Unit of time of the price; for Reserved, a day or more. Prices per second assume 30 days per month and 365 per year; reserved terms follow the calendar.':
    '价格所对应的时间单位；`Reserved` 为天或更长。按秒计费时，一个月按 30 天、一年按 365 天计算；包周期按日历计算。',
  'What the price includes, shown to customers.': '价格包含什么，供用户查看。',
  'SKUs that can be ordered with it. Deletion is blocked while there are any.':
    '可以用它下单的 SKU 数。不为 0 时不能删除。',
  'How machines are billed.': '实例的计费方式。',
  'Price of one unit of time.': '单位时间的价格。',
  'Unit of time.': '时间单位。',
  'SKUs that name it.': '引用它的 SKU 数。',
};
