/** First and last names of one script, from which a mask is put together. */
interface Names {
  script: RegExp
  first: readonly string[]
  last: readonly string[]
}

const words = (text: string) => text.split(' ')

const hebrew: Names = {
  script: /\p{Script=Hebrew}/u,
  first: words(
    'אבי אורי איתן אלון אמיר ארז בועז גדי גיל דוד דן הדר זיו חיים טל יואב יונתן יעל כרמל ליאור מאיה מיכל מרים נגה נועם נעמה סיון עדי עידו ענת פנינה צבי קרן רוני רות רינה שי שירה תומר תמר',
  ),
  last: words(
    'אביב אדלר אורן אלמוג ארד ברגר ברק גולן גורן גרין דגן דרור הראל וולף זמיר חן טוב יניב ירדן כהן כץ לביא לוי מור מזרחי נווה נחום סלע עמית פלד פרץ צור קדם רגב רוזן שחר שלו שמיר שרון תבור',
  ),
}

const latin: Names = {
  script: /\p{Script=Latin}/u,
  first: words(
    'Adam Alma Anna Arno Bela Carl Clara Dora Edda Emil Erik Eva Felix Finn Greta Hanna Henry Ida Ivo Jana Jonas Julia Kai Karin Lara Leon Lina Luca Mara Max Mia Nils Nora Otto Paul Rosa Sara Theo Vera Will',
  ),
  last: words(
    'Adams Baker Barton Bell Berg Brooks Carter Clark Cole Dean Dixon Ellis Fields Ford Frost Gray Green Hale Hart Hill Hunt Keller Lane Marsh Mills Moss North Page Parker Perry Reed Rose Shaw Stone Swan Vale Wade Webb West Wood',
  ),
}

const arabic: Names = {
  script: /\p{Script=Arabic}/u,
  first: words(
    'أحمد أمل أمير إيمان بشير جمال حسن خالد دينا رامي ريم زياد سارة سامي سلمى طارق عادل عمر فادي فرح كريم ليلى مريم نادر هدى يوسف',
  ),
  last: words(
    'الأحمد البكري التميمي الحداد الحسن الخطيب الراشد الزين السيد الشامي الصالح العلي الفارس القاسم المصري النجار الهادي حمدان خليل سعيد شاهين عباس عيسى منصور ناصر',
  ),
}

const cyrillic: Names = {
  script: /\p{Script=Cyrillic}/u,
  first: words(
    'Анна Борис Вера Виктор Галина Дарья Денис Егор Иван Игорь Ирина Кира Лев Лидия Мария Марк Нина Олег Ольга Павел Роман Софья Тимур Юлия Яна',
  ),
  last: words(
    'Агеев Белов Быков Волков Громов Дёмин Зайцев Зимин Карпов Климов Котов Лебедев Лосев Маслов Мишин Новиков Орлов Павлов Рогов Седов Титов Ушаков Фомин Чернов Шубин',
  ),
}

const all: readonly Names[] = [hebrew, latin, arabic, cyrillic]

/** A name in the script of the text's first letter; undefined for a script without a list. `roll` gives two numbers. */
export function nameLike(text: string, roll: () => number): string | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  const names = letter === undefined ? undefined : all.find(({ script }) => script.test(letter))
  if (!names) return undefined
  const pick = (from: readonly string[]) => from[roll() % from.length]
  return `${pick(names.first)} ${pick(names.last)}`
}
