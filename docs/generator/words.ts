/** The words of the pages that are in both languages. */

export type Language = 'en' | 'zh';

export type Hint = Readonly<Record<Language, string>>;

export const words = {
  en: {
    reasons: 'Reasons',
    reasonsIntroduction:
      'The reason is one word that programs compare: `status.reason` of a Workload, and the reason of each condition and Event. Words in capitals, numbers and times in sentences are examples.',
    customersRead: 'Customers read',
    operatorsRead: 'Operators read',
    whatToDo: 'What to do',
    moreIn: 'More in',
    alerts: 'Alerts',
    colon: ': ',
    comma: ', ',
    brackets: [' (', ')'],
    errors: 'Errors',
    errorsIntroduction:
      'The REST API answers every failure with a `code`, and where that does not say all, with `details.reason`; the console shows the sentence. The answer’s `requestId` is that of the lines in the portal’s log.',
    errorCodes: 'Codes',
    errorReasons: 'Reasons of errors',
    status: 'Status',
    fromBrowser: 'none: the browser found it',
    operators: 'For operators',
  },
  zh: {
    reasons: '状态原因',
    reasonsIntroduction:
      '状态原因是供程序比较的一个英文单词，见于 Workload 的 `status.reason`，以及各 condition 和 Event 的 reason。句中的大写单词、数字和时间仅为示例。',
    customersRead: '用户看到',
    operatorsRead: '管理员看到',
    whatToDo: '处理方法',
    moreIn: '另见',
    alerts: '告警',
    colon: '：',
    comma: '、',
    brackets: ['（', '）'],
    errors: '错误代码',
    errorsIntroduction:
      'REST API 的每个失败响应都带有 `code`；`code` 不足以说明原因时，另有 `details.reason`。控制台显示对应的句子。响应中的 `requestId` 与门户日志中的相同。',
    errorCodes: '代码',
    errorReasons: '错误原因',
    status: '状态码',
    fromBrowser: '无，由浏览器发现',
    operators: '管理员',
  },
} as const satisfies Record<Language, Record<string, string | readonly string[]>>;

export type Words = (typeof words)[Language];
