/** Texts that answer nothing of what is asked. */
export const others = `
The parrot in the lobby learned to say hello
Lunch on Thursday is at the Italian place
README mentions the wrong Node version
Moved the diagram into docs/images
Anna will be back on Monday
The logo got rounder corners
Let us rename Widget to Gadget
The demo went well, they smiled
Coffee machine on floor two is broken again
Added a paragraph about keyboard maps
Window seats are taken until noon
The moon phase helper is exported now
Printed the posters for the fair
Typo in the third heading
The sample project has five folders
Ben prefers tea in the morning
Removed the unused banner
The plant needs water twice a week
Chapter four explains iterators
She asked for larger margins in the brochure
The parser accepts trailing commas
Comments above each constant
We drew the map of the campus
The bicycle stand is behind the house
Extended the glossary by nine entries
Trains are late because of snow
The intro video got a new soundtrack
Sorted the bookshelf by colour
The quiz has twelve questions now
He fixed the squeaky door
Our mascot is a badger
Enumerate the prime numbers below fifty
The button reads Continue instead of Next
A haiku about autumn leaves
The robot arm moves three degrees
Recipes are grouped by season
Choose a darker green for the roof
The choir rehearses in room seven
Split the chapter about maps in two
Ordered new chairs for the kitchen
The chess engine sees six plies
Fonts are licensed until next year
Replace the placeholder by an ellipsis
Weather data comes from two stations
The tour starts at the fountain
Inventory of the workshop: saws, drills, clamps
The survey has thirty answers so far
Turned the sketch into a vector drawing
Birds nest under the solar panels
The elevator music is jazz now
鹦鹉学会了说你好
周四中午去吃意大利面
三楼的咖啡机又坏了
把图移到 images 文件夹
标题里有个错别字
小王下周一回来
徽标换成圆角
演示很顺利，大家都笑了
海报已经印好了
植物每周浇两次水
第四章讲迭代器
火车因为下雪晚点
书架按颜色整理
测验现在有十二道题
吉祥物是一只獾
屋顶选深一点的绿色
合唱团在七号房间排练
把地图那一章拆成两节
给厨房买了新椅子
菜谱按季节分组
参观从喷泉开始
问卷收到三十份回答
电梯里放爵士乐
鸟在太阳能板下面筑巢
自行车停在屋后
词汇表加了九条
示例工程有五个目录
机械臂转动三度
天气数据来自两个站点
`;
