/**
 * What people say where they are asked for a kind of thing, in English and Chinese: behind `:` what answers may hold
 * instead of the words before it. Verbs and nouns stand in any form.
 *
 * Compiled for this project from general knowledge, without copying any dictionary; under its licence as all of it.
 */
export const everydayTable = `
job career profession occupation employment 工作 职业 岗位: company office employer boss hire interview resume salary promotion industry internship colleague employee 公司 老板 上班 面试 升职 工资 辞职
field major industry: study degree career college science
employer company firm organization: work job boss startup corporation office team
colleague coworker: team work office boss manager
boss: manager leader supervisor
unemployed fired laid: lost job layoff quit
retire: retirement pension
education school university college 学校 教育 学历: study class course degree student teacher graduate exam certificate major diploma campus semester edu 大学 专业 课程 毕业 考试 学位 学习
student: class school college university teacher
teacher instructor 老师: class school student lesson coach professor tutor mentor 上课 课程 学生 教练
subject course class: lesson workshop study training tutorial seminar
exam: test quiz grade certification
learn study 学习: class course lesson practice training workshop tutorial 课程 练习 培训 教程
skill talent ability: learn practice good training technique
qualification certification: degree diploma certificate license exam
relationship romantic love 恋爱 感情: boyfriend girlfriend partner wife husband fiance marriage dating breakup single divorce crush spouse 男友 女友 丈夫 妻子 约会 分手 结婚 老公 老婆
marital married marriage spouse: wife husband wedding divorce anniversary single engaged fiance bride
partner: wife husband boyfriend girlfriend spouse
wedding 婚礼 结婚: marry bride groom married ceremony honeymoon engaged 新娘 新郎 蜜月 订婚
single: breakup divorce dating alone
divorce: breakup split ex
family relative 家人 家庭 亲戚: mother father mom dad brother sister son daughter wife husband child baby cousin aunt uncle niece nephew grandma grandpa grandmother grandfather parent fam sibling twin 父母 爸爸 妈妈 儿子 女儿 哥哥 姐姐 弟弟 妹妹 丈夫 妻子 孩子 爷爷 奶奶
parent 父母: mother father mom dad son daughter child 爸爸 妈妈 父亲 母亲
child offspring 孩子 子女: son daughter baby toddler boy girl teenager twin infant newborn 儿子 女儿 宝宝 小孩
son: boy child
daughter: girl child
sibling: brother sister twin
grandparent: grandma grandpa grandmother grandfather granny
spouse: wife husband partner
baby: newborn pregnant birth infant
pregnant: baby expecting birth
adopt: adoption foster agency
friend 朋友: buddy pal friendship bestie mate 好友 闺蜜 同学
neighbor: neighborhood street community
pet 宠物: dog cat puppy kitten bird fish turtle hamster rabbit snake lizard parrot pup guinea furry leash 小狗 小猫 狗 猫 养了 兔子 仓鼠
animal 动物: dog cat bird horse fish cow wildlife deer bear elephant lion turtle rabbit zoo creature species 狗 猫 鸟 马 鱼 熊
dog: puppy pup leash bark retriever
cat: kitten feline
puppy: dog pup
bird: parrot eagle owl feather
name called: named nickname
nickname: called named
city town place 城市 地方: village downtown capital 北京 上海 广州 深圳 杭州 成都
country nation 国家 出国: abroad europe asia africa america canada mexico england france germany italy spain sweden japan china india australia brazil ireland greece 美国 英国 日本 法国 德国 韩国 国外
state: california texas florida york oregon washington alaska hawaii
continent: europe asia africa america
location place spot: park beach cafe restaurant store museum library downtown
hometown origin: born raised grew country native roots
travel trip vacation journey visit holiday 旅行 旅游 出行: flight fly tour abroad roadtrip hotel beach explore tourist getaway cruise airport 机票 酒店 景点 度假 海边 飞机 火车
visit: trip travel tour explore stay
roadtrip: drive trip car
abroad: travel country overseas
hotel accommodation: stay room resort hostel
vehicle: car bus train bike plane truck subway drive ride
car vehicle 汽车 车子: drive truck suv sedan engine mechanic garage 开车 驾驶 买车 修车
drive: car road trip ride
bike bicycle cycling: cycle ride
hobby pastime interest leisure 爱好 兴趣 消遣: painting reading writing cooking gardening hiking running gaming photography pottery knitting fishing yoga dancing collecting chess baking woodworking guitar crafts 画画 读书 摄影 跑步 做饭 游泳 钓鱼 瑜伽 徒步 吉他 跳舞 看书
activity 活动: hiking camping swimming painting running pottery yoga dancing cooking gardening biking fishing skiing surfing museum picnic volunteering beach crafts bowling 徒步 露营 游泳 跑步 画画 瑜伽 做饭 聚会
outdoor outdoors: hiking camping park trail mountain beach kayaking climbing fishing
exercise fitness workout 锻炼 健身 运动: gym run yoga jog swim training weights cardio marathon cycling stretching lift pilates 跑步 游泳 瑜伽 马拉 骑车
gym: workout exercise weights trainer
sport 体育 运动: football basketball soccer baseball tennis hockey golf surfing skiing swimming volleyball rugby cricket boxing running gymnastics martial 足球 篮球 网球 游泳 滑雪 羽毛 乒乓
athlete player: team coach sport game
team: player coach game league club
race: marathon run charity finish
game: chess console nintendo xbox playstation video board player puzzle gamer level cards
video: youtube stream record channel gaming
play: guitar piano violin instrument game team
instrument musical 乐器: guitar piano violin drum flute clarinet cello saxophone trumpet ukulele bass 吉他 钢琴 提琴 鼓
music musical 音乐: song band concert album singer guitar piano tune playlist jazz rock classical pop genre 歌曲 乐队 演唱 专辑 歌手 唱歌 吉他 钢琴
genre: jazz rock pop classical fantasy mystery thriller romance horror fiction comedy drama
song: music lyrics tune album track singer melody
band: concert music musician album song singer rock
musician singer artist: band song album concert
composer: classical music symphony
concert: band music festival live stage
performance show: concert dance theater audience perform
dance: ballet salsa contemporary choreography dancer ballroom studio
art artwork artistic 艺术: painting drawing sculpture sketch pottery photography canvas gallery mural watercolor exhibition stained 画画 绘画 雕塑 陶艺 摄影 展览
artist painter: painting canvas gallery
paint painted painting: canvas watercolor brush acrylic palette landscape portrait sunset sketch
photo photography picture 照片 拍照: camera snap shot photographer pic 摄影 相机 图片
craft: pottery knitting sewing clay crochet woodworking handmade
pottery: clay bowl mug cup ceramic pot kiln plate
collect collection: vintage stamps coins vinyl
book novel literature 书籍 小说 读物: read author story chapter series fiction library bookstore title memoir 作者 读书 看书 章节
author writer: wrote book novel
read: book novel story
write writing: book story blog poem screenplay novel
poem poetry: poet verse write
story: tale book plot character
movie film cinema 电影 影片: watch actor director scene theater screen trilogy 导演 演员 影院
show series tv television: watch episode season
actor: movie film acting
watch: movie film series
food meal cuisine 食物 吃的 美食 饭菜: eat cook dish recipe dinner lunch breakfast pizza pasta chicken salad soup restaurant sushi tacos sandwich delicious tasty veggie burger 早餐 午饭 晚饭 火锅 面条 米饭 餐厅 做饭 好吃
dish recipe: cook bake ingredient chicken pasta salad soup sauce
cook cooking: recipe kitchen dish bake grill meal roast dinner
bake baking: cake cookie bread pie oven muffin
dessert sweet treat: cake cookie pie cream chocolate cupcake pudding brownie
snack: chips cookie fruit chocolate popcorn candy
drink beverage 饮料 喝的: coffee tea wine beer juice soda smoothie cocktail water 咖啡 喝茶 啤酒 果汁 奶茶
restaurant: dinner eat food menu chef diner cafe
diet eating: healthy vegetarian vegan vegetable salad sugar nutrition weight meal
vegetarian: vegan vegetable meat
fruit: apple banana strawberry orange berry mango
buy purchase shopping 购买 买的: bought shop order mall 买了 购物 下单 商店
sell sale: sold customer shop market
item object possession belonging: necklace ring bracelet shoes book mug bowl lamp bag jewelry antique
clothes clothing outfit 衣服 穿着: dress shirt hoodie jacket shoes jeans fashion wear costume coat sweater pants 裙子 衬衫 外套 鞋子 裤子
jewelry: necklace ring bracelet earrings pendant
shoes: sneakers boots
gift present 礼物: surprise gave birthday 送给 送了 生日
furniture: chair table couch bed desk shelf sofa
toy: doll game lego
device gadget electronics: phone laptop computer tablet camera console watch
computer: laptop pc software keyboard
phone: call text mobile
technology tech: computer software phone robot
money finance financial 金钱 财务: cost pay price budget loan debt savings bank invest expenses fund afford salary 花费 预算 贷款 存款 工资 价格 便宜
cost price expensive: pay money dollars cheap afford
invest investment investor: funding money stock capital
fund fundraise fundraising: charity donate raise money donation
business entrepreneur 生意 创业: shop startup company studio customer venture biz brand 公司 店铺 客户 开店
venture: business startup studio
shop: sell customer buy market boutique mall
customer: business shop
product merchandise: sell launch
advertise promote promotion marketing: ad campaign social media flyer brand influencer instagram
start begin founded: began opened launched
opening: launch grand ceremony
launch: open release start
quit finish: gave over done
challenge obstacle difficulty struggle problem: tough hard difficult setback trouble stuck issue
overcome: struggle tough challenge
problem issue trouble: broke wrong fix error stuck
fail failure: lost failed mistake setback
mistake: wrong error regret
succeed success achievement accomplishment 成就 成功: win award achieve proud milestone accomplished 获奖 完成 达成 第一
win prize award 奖项 比赛: trophy medal winner first champion 获奖 冠军 奖杯 第一
competition contest tournament: compete win championship trophy match
goal aspiration ambition dream 目标 梦想: plan hope aim want someday future 希望 打算 想要 计划
plan intend upcoming future 计划 打算: going tomorrow next soon hoping thinking 准备 下周 明天 安排
decide decision choose: decided choice chose
reason motivate motivation inspire inspiration 原因 为何: inspired motivated because passion wanted encouraged 因为 由于 所以
purpose: reason goal aim
passion passionate: love dream
feel feeling emotion mood 感受 心情 情绪: happy sad excited nervous proud scared grateful thankful anxious relieved upset angry overwhelmed lonely emotional joy 开心 难过 紧张 兴奋 害怕 感动 生气 高兴
happy happiness joy: glad excited thrilled smile delighted
sad: upset down cry heartbroken depressed
angry: mad upset furious frustrated annoyed
afraid scared fear: scary nervous terrified phobia freaked
nervous anxious worry: anxiety stress worried
excited: thrilled pumped stoked looking forward
proud: achievement accomplished
grateful thankful: thanks appreciate blessed
surprise: unexpected shocked amazed wow
regret: sorry wish mistake
stress destress stressful 压力: relax overwhelmed anxiety relief unwind therapeutic therapy 放松 焦虑 疲惫 减压
relax unwind cope 放松 减压: calm therapy meditation yoga peace walk bath soothing rest 休息 散步 冥想 瑜伽
calm peaceful peace: relaxing soothing quiet serene meditation
mental health 健康 身体 生病: therapy counseling depression anxiety therapist wellbeing 医院 医生 感冒 发烧 手术 药 体检
therapy counsel counseling: therapist counselor mental
meditate meditation: mindfulness yoga breathing
health medical illness disease condition: doctor hospital sick medicine surgery pain diagnosis treatment injury checkup heart allergy allergic asthma
sick ill: flu fever cold doctor hospital
allergy allergic: asthma reaction allergies
hurt injury injured accident 受伤: broke sprained pain hospital crash knee ankle leg 骨折 扭伤 医院 疼
doctor: hospital appointment clinic nurse checkup
hospital: doctor surgery emergency
medicine: pill drug prescription
sleep 睡眠: bed night tired rest insomnia 失眠 睡觉 熬夜
tired: exhausted sleep
die death passed loss: died funeral grief mourning
grief: loss died memorial
born birth: birthday
birthday 生日 庆祝: party cake celebrate born 蛋糕 聚会 派对
celebrate celebration party: birthday cake anniversary dinner toast festival
holiday: christmas thanksgiving halloween easter vacation
tradition: every year family holiday custom
event 活动: festival parade conference workshop party fair exhibition gala meeting concert ceremony meetup fundraiser reunion 节日 会议 聚会 比赛 展览 讲座
festival fair: music parade booth food
conference meeting: speaker talk workshop event seminar
participate attend join: attended joined went participated volunteered signed part marched
organize: organized event hosted planned
volunteer volunteering 志愿 公益: shelter charity help donate community homeless foodbank 捐款 义工 帮助
charity: donate fundraiser nonprofit volunteer shelter foundation
donate: charity donation gave
community: group neighborhood local center support volunteer
group club: member joined meeting
organization: group nonprofit agency foundation
support help encourage 支持 帮助: motivation backing 鼓励 陪伴 帮忙
help assist: support helped volunteer
activism activist: rights protest rally march pride advocate campaign
rights: equality protest activism justice
lgbtq lgbt queer: pride gay lesbian transgender trans
gender identity: transgender trans woman man queer nonbinary
political politics: vote election government conservative liberal campaign rights council
religion religious faith spiritual 宗教 信仰: church god pray bible temple spirituality christian buddhist 教堂 佛教 寺庙 祈祷
church: god pray service
believe belief opinion: think feel
military army: soldier veteran service navy
police: officer crime station
law legal lawyer: court attorney judge
nature natural 自然: forest mountain beach lake ocean sunset sunrise trail park river waterfall wildlife flowers trees 森林 大海 湖边 爬山 公园
mountain: hike climb peak summit
beach ocean sea: sand waves surf coast shore
lake river: water fishing kayak canoe
camp camping 露营: tent campfire marshmallows hike 帐篷 篝火
hike hiking 徒步 爬山: trail mountain walk nature view 登山 山上
park: trail nature playground walk
garden gardening: plant flowers vegetables seeds
plant flower: garden rose sunflower tulip lily
tree: forest wood leaf
weather 天气: rain snow sunny storm cold hot wind 下雨 下雪 晴天 台风
storm disaster: hurricane flood rain tornado
season: summer winter spring fall autumn
star stars astronomy: meteor sky telescope planet
home house apartment 房子 住处: moved room living rent mortgage place neighborhood 公寓 搬家 租房 装修 房间
live living: house apartment home moved city
move moved relocate 搬家: new apartment house country 新家 搬到 租房
room: kitchen bedroom bathroom living office
kitchen: cook stove fridge
renovate renovation: remodel repair kitchen
repair fix: fixed mechanic broken
clean cleaning: tidy vacuum wash organize
color 颜色: blue red green yellow purple pink white black orange 红色 蓝色 绿色 黄色 黑色 白色
symbol symbolize represent meaning: stands reminds represents means reminder
tattoo: ink symbol
important significance special: means meaningful sentimental
memory memories remember: reminds nostalgic childhood
childhood: kid young grew
personality trait: caring thoughtful brave honest patient strong creative friendly
description: looks amazing
quality: strong creative
advice tip suggest suggestion recommend recommendation: try
recommend: suggest check try
say mention: said told mentioned
discuss talk: talked conversation chat
meet met: introduced
favorite favourite preferred 最爱 喜欢: love best fan prefer 喜爱 偏爱
enjoy prefer love: favorite fan fun
dislike hate: annoying boring
age old: years birthday turned
big: huge small tiny
often frequency: every daily weekly weekend twice usually
recent recently: last yesterday week
language: spanish french english german learn speak
spanish french german: language
science scientist: research lab experiment
research: study looking
invent create make: made built designed created
build: built construct made
designer: created style designed fashion
blog: post write website
website online internet: site web blog
social media: instagram twitter facebook tiktok youtube followers
news: heard announcement article
different differ: unlike change
country nation abroad: usa uk russia poland portugal switzerland austria netherlands belgium norway denmark finland turkey egypt morocco kenya nigeria israel korea thailand vietnam indonesia bali philippines singapore malaysia pakistan nepal argentina chile peru colombia cuba jamaica zealand scotland iceland hungary ukraine
city: york london paris rome madrid barcelona berlin amsterdam vienna prague tokyo seoul boston chicago seattle miami denver austin dallas vegas orleans toronto vancouver sydney dubai istanbul moscow angeles francisco diego
state: arizona colorado minnesota michigan ohio virginia carolina georgia tennessee louisiana massachusetts pennsylvania connecticut vermont maine montana utah nevada
career profession occupation: nurse doctor teacher engineer lawyer chef writer designer developer photographer mechanic accountant banker manager actor director scientist therapist counselor firefighter pilot farmer waiter waitress barista bartender electrician plumber journalist consultant analyst assistant clerk driver trainer musician producer
hobby pastime interest: sewing singing drawing sketching surfing skating climbing birdwatching astronomy woodworking origami calligraphy blogging scrapbooking journaling puzzles volunteering karaoke karate archery boxing kayaking
activity: kayaking climbing skating sledding barbecue karaoke fireworks stargazing zoo aquarium ziplining snorkeling diving rafting sightseeing
sport: marathon triathlon snowboarding skateboarding karate judo wrestling archery rowing badminton softball lacrosse cheerleading fencing
game: rpg shooter strategy tournament multiplayer cards poker monopoly scrabble catan mario zelda minecraft fortnite pokemon xbox nintendo playstation steam pc
instrument: harp cello banjo mandolin viola harmonica accordion oboe trombone tuba
music genre: blues folk metal punk country reggae techno electronic indie soul
art craft: ceramics origami calligraphy embroidery quilt mosaic collage graffiti sculpting digital illustration portrait abstract
animal pet: horse goat sheep pig chicken duck frog spider gecko iguana tortoise ferret mouse squirrel fox wolf tiger monkey whale dolphin shark butterfly bee
dog breed: bulldog beagle husky collie terrier dachshund corgi chihuahua pug spaniel mutt
food dish: rice noodles bread cheese eggs bacon steak beef pork lamb fish shrimp salmon tuna curry stew omelette lasagna spaghetti ramen burrito pancakes waffles fries tofu beans lentils
dessert sweet: tart cheesecake donut parfait mousse sorbet gelato fudge macaron pastry tiramisu
snack: nuts crackers pretzels granola yogurt
drink: latte espresso lemonade whiskey vodka margarita kombucha
fruit: grape peach pear cherry blueberry raspberry pineapple watermelon lemon avocado coconut
vegetable: carrot broccoli spinach lettuce tomato potato onion pepper cucumber zucchini kale pumpkin corn mushroom
plant flower: succulent cactus orchid daisy lavender fern herb basil sunflower
health disease condition: cancer diabetes flu covid migraine headache cough infection arthritis ulcer gastritis anemia obesity cholesterol pressure stroke dementia autism adhd insomnia fracture concussion
injury: wrist ankle knee shoulder elbow leg arm foot back bruise burn cut stitches crutches cast
symptom: pain fever cough headache tired dizzy nausea
emotion feeling: frustrated disappointed hopeful jealous guilty ashamed embarrassed bored content curious confused shocked inspired motivated bittersweet nostalgic
vehicle: motorcycle scooter van jeep boat ship ferry tram taxi cab uber helicopter rv camper
place location: gym mall market bakery club theater cinema stadium arena church temple castle palace tower garden zoo aquarium farm office school hospital airport hotel studio gallery island village countryside desert canyon
nature scenery landscape: desert canyon cliff valley meadow hill island glacier volcano cave rainbow clouds moon northern lights
season holiday: easter christmas thanksgiving halloween hanukkah ramadan diwali valentine july
weather: windy cloudy fog humid heat thunder lightning blizzard
clothes outfit: skirt blouse suit tie scarf hat cap gloves socks boots sandals heels swimsuit uniform tshirt
jewelry accessory: watch brooch bead chain locket
device electronics gadget: headphones speaker keyboard drone printer smartwatch charger microphone
furniture: sofa mattress lamp rug curtain bookshelf cabinet
room house: garage attic basement backyard balcony porch yard
tool equipment gear: hammer drill screwdriver tent backpack helmet lens tripod stove
school subject: math physics chemistry biology history geography literature philosophy psychology economics law medicine engineering art music
degree: bachelor master phd mba
event: premiere screening auction retreat carnival recital hackathon convention webinar marathon protest
charity: homeless hunger poverty cancer veterans environment climate animals orphan disaster refugees elderly
social media: post blog vlog podcast instagram youtube tiktok twitter
book genre: fantasy mystery thriller romance biography memoir dystopian poetry comic manga
movie genre: action comedy drama horror romance animation documentary superhero
family relative: stepmother stepfather grandchild grandson granddaughter godmother ancestors
friend: roommate classmate teammate coworker neighbor
personality trait: determined creative empathetic caring selfless compassionate resilient confident loyal humble generous optimistic stubborn shy outgoing passionate
color: gray brown gold silver turquoise violet beige
religion: islam muslim catholic jewish hindu buddhist worship mass prayer
political politics: mayor senator congress democrat republican liberal policy
military: marine deployed base
financial money: rent mortgage tax insurance salary raise bonus scholarship grant
goal dream: marathon degree promotion
exercise workout: squats pushups deadlift bench plank aerobics zumba spin crossfit kickboxing
relax stress: music bath tea nature reading massage candle aromatherapy breathing journaling
lifestyle: diet exercise habit weight quit moved
work: job company office career employer
quit: stop finish over done gave
adventure: trip hike travel explore climb journey
album: song music release band track
allergic allergy: nuts peanuts dairy gluten pollen dust fur shellfish
appliance: oven fridge stove blender washer dryer microwave
beach: surf sand ocean swim shore coast
bedroom bathroom basement: room house
bond bonding: close together connect time
boots footwear: shoes sneakers hiking
celebrity star famous: actor singer athlete met idol
chore chores: clean laundry dishes errands vacuum
coach: team training basketball
comic: manga marvel superhero batman spiderman
cosplay costume: character convention dress halloween
dance dancing: ballet salsa contemporary choreography routine ballroom
decor decorate decoration: lights furniture wall lamp plants candles
destination: trip visit travel going beach
discovery discover: found find
ecosystem environment environmental: climate nature recycle pollution sustainable planet forest
electric electronics: gadget laptop phone
endorse endorsement sponsor sponsorship: deal brand nike company gear
engineering engineer: robot machine car circuit
evening night: dinner movie stars
experiment: tried lab
fandom fan: star wars potter marvel lord rings
fantasy: wizard dragon magic lord potter hobbit
fashion: style clothes trend designer outfit
flight fly airport: plane travel trip
flavor: chocolate vanilla strawberry coconut
franchise: star wars marvel potter series
gathering: party dinner barbecue reunion family friends
graduation graduate: degree ceremony college diploma
grandmother grandma: granny nana
grandfather grandpa: granddad
mother mom: mama mum
father dad: papa daddy
aunt uncle cousin: relative family
husband wife: spouse married partner
girlfriend boyfriend: dating partner relationship
guest: invite visit dinner party
habit routine: daily morning every regular schedule
hair hairstyle: dyed cut curly color
history historical: war century past ancient museum
homeless shelter: food volunteer meals
horse: riding ride stable
house apartment property: bought rent mortgage moved landlord
humor funny: joke laugh comedy
immigrant refugee: country moved war
improve improvement: better progress practice
income salary: money pay job earn
infrastructure: roads streets repair
injury accident: hurt pain ankle wrist back hospital knee
insight advice: tip lesson learned
insurance: coverage claim
invite invitation: come party join
kayak kayaking canoe: river lake paddle
king queen royal: castle palace
lesson: learn class teach taught
letter: wrote sent note mail
luck lucky: fortunate
magazine newspaper: article published
march rally protest: rights sign parade
mechanic: car engine repair shop
medication: pills medicine prescription inhaler
museum exhibit exhibition: art history gallery dinosaur painting
neighborhood area: street community park local
networking network: event meet connections
novel: book fiction fantasy story chapter
obstacle hurdle setback: tough injury rejection struggle failed lost
offer: opportunity job deal
outdoors: camping hiking trail fishing nature
ocean sea: waves beach sail marine
pain: hurt sore ache injury
parade: march pride
performer perform: stage show concert dance sing
pilgrimage temple: prayer monk
podcast: episode listen
poet poem: verse poetry wrote
pottery: clay bowl mug
prize: won award trophy
publish published publisher: book article magazine
puppy kitten: adopted shelter cute
puzzle: jigsaw sudoku chess
reading: book novel
refuge rescue: shelter adopted saved
rejection reject: letter no turned
renovation renovate: house kitchen paint remodel
retreat: meditation yoga
reunion: met old friends family
ring necklace bracelet: jewelry gold silver
rival opponent: team beat match
romance romantic: love date dinner
routine: workout daily morning
sad sadness: cry lost miss upset
sail sailing boat: lake ocean wind
savings save: money
scare scary horror: afraid movie ghost haunted
scholarship: college tuition
screenplay screenwriting: movie film write producer writing
sculpture: clay statue bronze
shoes: sneakers running pair
sick illness: flu cold fever hospital
skating skate: ice rink
ski skiing snowboard: snow mountain slopes
smell scent: candle perfume
snake lizard reptile: scales
soccer football: team match goal league
solution solve: fixed tried
souvenir: magnet postcard bought trip
speech talk: school audience gave
stage: show performance concert
streaming stream: twitch youtube channel
subscribe subscriber follower: channel youtube
suffer: pain struggle
summer: beach vacation july august june
winter: snow ski december january
surgery operation: hospital doctor recovery
surprise: party gift
swim swimming: pool lake beach
symphony orchestra: music classical concert
talent talented: skill sing gifted
tea coffee: cup drink cafe
tourist tourism sightseeing: visit tower museum castle
trail: hike walk mountain
turtle: shell tank
university college: campus professor degree dorm
veteran: military army service
violin piano guitar: music instrument practice
vlog video: youtube channel record
volunteer: shelter kids help
vote election: office run candidate
walk: park dog trail hike
war: army fight history
wedding: venue dress ring marry bride
weekend: saturday sunday
weight: diet pounds lose gym
wildlife: deer bear bird animals
wine beer alcohol: drink bar
wish: hope want dream
woodwork woodworking carpentry: furniture wood table bench
yoga: stretch pose class meditation
yard backyard: garden barbecue grass
`;
